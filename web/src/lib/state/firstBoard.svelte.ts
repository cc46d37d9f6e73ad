// Whether the board that a visit begins with is there. What can wait is loaded then.

export const firstBoard = $state({ isThere: false })
