// Texts of the compare view.

export const compare = {};
