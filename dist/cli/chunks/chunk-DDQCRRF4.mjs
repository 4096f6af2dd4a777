var LIMITS_URL="https://github.com/operant/action/blob/main/docs/limits.md";export{LIMITS_URL};
