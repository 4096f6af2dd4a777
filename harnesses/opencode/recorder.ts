/** The recorder: a plugin for OpenCode that writes a session log, as OpenCode itself keeps none that is made of lines. */

/** Folder of the session logs below the folder of OpenCode's data. */
export const LOG_FOLDER = 'opencode/operant-sessions';

/** The first event of every log. */
export const LOG_STARTED = 'operant.started';

/**
 * The plugin's source. It is a file of the trial's own configuration folder and runs inside OpenCode. Each line is one
 * event of OpenCode's bus as it was, with a running number from 1, so that a lost line is seen. Deltas, and running
 * states of a tool after the first, are left out.
 */
export function recorderSource(folder: string): string {
  return `import { appendFileSync, mkdirSync } from 'node:fs';

const folder = ${JSON.stringify(folder)};
const file = folder + '/' + Date.now() + '-' + process.pid + '.jsonl';
const kept = new Set(['session.created', 'session.error', 'session.idle', 'session.status', 'session.compacted']);
const seen = new Set();
let number = 0;

function once(key) {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function wanted({ type, properties }) {
  if (kept.has(type)) return true;
  if (type === 'message.updated') return properties.info.role === 'assistant' && once(properties.info.id);
  if (type !== 'message.part.updated') return false;
  const { part } = properties;
  if (part.type === 'tool') return part.state.status !== 'pending' && once(part.id + part.state.status + (part.state.metadata?.sessionId ?? ''));
  if (part.type === 'text') return part.time?.end !== undefined && once(part.id);
  return ['step-start', 'step-finish', 'retry'].includes(part.type) && once(part.id);
}

function write(type, properties) {
  number += 1;
  appendFileSync(file, JSON.stringify({ type, n: number, at: Date.now(), properties }) + '\\n');
}

export const Recorder = async () => {
  mkdirSync(folder, { recursive: true });
  write('${LOG_STARTED}', {});
  return {
    event: async ({ event }) => {
      if (wanted(event)) write(event.type, event.properties);
    },
  };
};
`;
}
