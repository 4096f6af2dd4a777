/**
 * The variable whose value marks every process of a trial, so that those that left their group are found and ended.
 * The runner sets it; a harness whose CLI filters the environment of the agent's commands must let it through.
 */
export const TRIAL_MARK = 'OPERANT_TRIAL';
