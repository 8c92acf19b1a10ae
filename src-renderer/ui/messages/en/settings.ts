// Texts of the settings view.

export const settings = {};
