// Texts of the new-run view.

export const newRun = {};
