// The drive's personal files: trips, home and family.
import type { SeedFile } from "../seed-file.ts";

const vacationPlans = `Hawaii vacation plans, Nora and Daniel

June 10: Flight to Honolulu, check in at the Seaside Inn
June 11: Beach day in Waikiki, surf lesson at 3 pm
June 12: Pearl Harbor visit, dinner downtown
June 13: Hiking at Diamond Head
June 14: Snorkelling at Hanauma Bay
June 15: North Shore road trip, shrimp lunch in Haleiwa
June 16: Farmers market, souvenirs, packing up
June 17: Flight home at 11:40 am

Packing list:
- Swimwear
- Sunscreen
- Hiking gear
- Casual outfits
- Camera
- Travel documents

Hotel booking SI-48213, rental car booking RC-9027. Daniel's parents have the spare house key. All flight times are local; check in online.`;

const recipeCollection = `Family recipe collection

1. Grandmother's apple pie
Ingredients:
- 6 tart apples
- 180 g sugar
- 300 g flour
- 170 g cold butter
- 1 teaspoon cinnamon
- 1 egg
Method: Rub the butter into the flour, add two spoons of ice water and rest the dough for an hour. Slice the apples, toss them with sugar and cinnamon. Line a 24 cm tin, fill it, cover with a lattice and brush with egg. Bake at 190 degrees for 50 minutes, until the juice bubbles. Let it stand for two hours before cutting, or the filling runs.

2. Red lentil soup
Ingredients:
- 250 g red lentils
- 2 carrots
- 1 onion
- 3 cloves of garlic
- 1 tablespoon cumin
- 1 lemon
Method: Soften the onion and the carrots in oil, add garlic and cumin for one minute. Add the lentils and 1.2 litres of stock and simmer for 25 minutes. Blend half of it, stir it back in, and finish with lemon juice. It thickens overnight; thin it with hot water.

3. Tuesday noodles
Ingredients:
- 400 g wheat noodles
- 4 spring onions
- 3 tablespoons soy sauce
- 1 tablespoon black vinegar
- 2 teaspoons chilli oil
- 1 handful of peanuts
Method: Boil the noodles a minute less than the packet says. Mix soy sauce, vinegar and chilli oil in the serving bowl. Pour 3 tablespoons of very hot oil over the chopped spring onions, add the noodles, toss, and scatter the peanuts on top.

4. Weekend bread
Ingredients:
- 500 g strong flour
- 360 g water
- 10 g salt
- 5 g dry yeast
- 1 spoon of honey
Method: Mix everything in the evening until no dry flour is left. Fold it four times during the first hour, cover, and leave it in the fridge overnight. Shape in the morning, prove for 90 minutes and bake in a covered pot at 240 degrees for 30 minutes and uncovered for 15. The crust should crackle as it cools.

5. Roast vegetables with feta
Ingredients:
- 2 peppers
- 1 aubergine
- 2 courgettes
- 250 g cherry tomatoes
- 200 g feta
- 1 sprig of rosemary
Method: Cut everything to the size of a walnut, oil and salt it well and spread it on two trays, never one. Roast at 220 degrees for 35 minutes, turning once. Crumble the feta over it and give it five minutes more. Serve with bread, or cold the next day.

6. Lemon drizzle cake
Ingredients:
- 225 g butter
- 225 g sugar
- 4 eggs
- 225 g self-raising flour
- 3 lemons
- 85 g icing sugar
Method: Beat butter and sugar until pale, add the eggs one at a time, fold in the flour and the zest of two lemons. Bake in a loaf tin at 180 degrees for 45 minutes. Mix the juice with the icing sugar and pour it over the cake while it is still warm.

Notes
Aunt Ruth asks that the pie is never made with sweet apples. Daniel halves the chilli oil for the children. Double the bread for birthdays. If the fridge is full, the dough may stand in the cellar, but no longer than ten hours. The red lentil soup is the one dish that everybody eats, so cook it when cousins come to stay. Noodles do not keep: make them to the plate. The cake travels well in its tin and was the first thing gone at the school fair. Still missing from this collection: Ruth's pickled beetroot, the dumplings from Taipei, and the bean stew that Daniel swears he can remember. Ask before she moves, and write down every gram of it this time.`;

const bookClub = `Book club, reading order for the year

January: The Remains of the Day
February: Piranesi
March: A Gentleman in Moscow
April: The Left Hand of Darkness
May: Small Things Like These
June: no meeting, summer break begins

We meet on the last Thursday at 7 pm. Whoever hosts chooses the snacks. Please bring one question each; last month we ran out of talk after forty minutes.

Notes from the meetings: The Remains of the Day pleased everyone but Tomasz, who wanted to shake the butler. Piranesi split the table in two. For September we vote between The Wall and Stoner; Ines keeps the list. Rule of the house: whoever has not finished may come, but may not complain about the ending.`;

const homeInventory = `item,room,bought,price
Washing machine,cellar,2022-03-14,649
Oak table,dining room,2019-10-02,820
Record player,living room,2021-12-20,310
Mountain bike Daniel,garage,2020-05-09,1140
Mountain bike Nora,garage,2020-05-09,980
Laptop,study,2023-08-30,1390
Camera with two lenses,study,2021-06-11,1725
Freezer,cellar,2018-01-27,430
Sewing machine,attic,2017-04-18,265
Dishwasher,kitchen,2023-02-17,560
Sofa,living room,2020-11-28,1150

Insured sum 45,000 since 2021, to be raised when the garage is rebuilt. Receipts are in the blue folder, photographs of every room on the stick in the desk. Serial numbers of the bicycles: WTB-220417 and WTB-220433. Policy number HH-77120, renewal every October.`;

const gardenNotes = `Garden notes

Beans went in on May 4, two weeks late. The raised bed by the wall dries out first: water it before eight in the morning. Slugs took half of the lettuce, copper tape ordered. Tomatoes: pinch out the side shoots every Sunday. Move the compost before autumn, and ask the neighbours whether they want the surplus courgettes again.

Plan for the rest of the year
June 15: sow carrots again, thin row, cover with fleece
July 20: cut the lavender
August 10: order garlic, twelve heads
September 21: lift the potatoes, dry them in the shed
Buy: string, two watering roses, seeds of the yellow courgette that Ruth likes. The old apple tree by the gate gets one more year.`;

const tripBudget = `category,planned,paid
Flights,1480,1480
Hotel,1190,400
Rental car,420,0
Food,700,0
Tickets and lessons,260,85
Souvenirs,150,0
Reserve,300,0
Total,4500,1965

The hotel wants the rest at check-in, the rental car is paid on return. Daniel changes 300 into cash. If the reserve is still there on June 16, it goes into the fund for the bicycles. Exchange rate used: 1.27, from April 30.`;

export const personalFiles: readonly SeedFile[] = [
  {
    id: "7",
    filename: "vacation-plans.docx",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2025-05-02T18:24:00Z",
    shared_with: { "daniel.bennett@harborlight.example": "rw" },
    content: vacationPlans,
  },
  {
    id: "11",
    filename: "recipe-collection.docx",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2025-01-19T09:05:00Z",
    shared_with: {},
    content: recipeCollection,
  },
  {
    id: "13",
    filename: "book-club-reading-order-2025.docx",
    owner: "ines.moreau@harborlight.example",
    last_modified: "2025-01-06T20:11:00Z",
    shared_with: { "nora.bennett@harborlight.example": "r" },
    content: bookClub,
  },
  {
    id: "16",
    filename: "home-inventory-for-insurance.xlsx",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2024-11-23T15:40:00Z",
    shared_with: {},
    content: homeInventory,
  },
  {
    id: "19",
    filename: "garden-notes-spring.txt",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2025-05-11T07:02:00Z",
    shared_with: {},
    content: gardenNotes,
  },
  {
    id: "22",
    filename: "summer-trip-budget.xlsx",
    owner: "daniel.bennett@harborlight.example",
    last_modified: "2025-05-03T10:30:00Z",
    shared_with: { "nora.bennett@harborlight.example": "rw" },
    content: tripBudget,
  },
];
