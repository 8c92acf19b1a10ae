// Texts of the approvals view.

export const approvals = {};
