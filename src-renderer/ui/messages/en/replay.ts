// Texts of the replay view.

export const replay = {};
