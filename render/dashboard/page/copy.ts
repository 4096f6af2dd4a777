/** A receipt or another code with a button that copies it. */
import { el, fill } from './dom.ts';

const SHOWN_MS = 1600;

/** The code and its button. `what` names it for screen readers. */
export function copyable(text: string, what: string): HTMLElement {
  const button = el('button', { type: 'button', class: 'small', 'aria-label': `Copy ${what}` }, 'Copy');
  const said = el('span', { class: 'hidden', role: 'status' });
  button.addEventListener('click', () => {
    void copy(text).then((done) => {
      const word = done ? 'Copied' : 'Select and copy it by hand';
      fill(button, done ? '✔ Copied' : 'Not allowed');
      fill(said, word);
      setTimeout(() => fill(button, 'Copy'), SHOWN_MS);
    });
  });
  return el('span', { class: 'copyable' }, el('code', {}, text), button, said);
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
