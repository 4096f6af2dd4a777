/** Addresses that people are sent to. */

/** What the results do and do not say. */
export const LIMITS_URL = 'https://github.com/operant/action/blob/main/docs/limits.md';
