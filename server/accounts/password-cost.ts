/** The parameters of scrypt: iterations, block size and rounds. */
export type PasswordCost = { N: number; r: number; p: number };

/** OWASP's recommendation for the smallest amount of memory: 16 MB and five rounds for each hash. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };
