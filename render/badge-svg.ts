/** The badge of a suite as a picture that needs nothing from elsewhere. */
import { makeBadge } from 'badge-maker';
import { oneLine } from './escape.ts';

/** What stands on a badge; the shape of the endpoint of shields.io. */
export interface BadgeText {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** Characters of a label or a message; a longer one is cut. */
const LONGEST = 80;

/** The SVG of a badge. Its texts are untrusted; its title says the same for those who cannot see it. */
export function badgeSvg({ label, message, color }: BadgeText): string {
  const svg = makeBadge({ label: oneLine(label, LONGEST), message: oneLine(message, LONGEST), color, style: 'flat' });
  return svg.endsWith('\n') ? svg : `${svg}\n`;
}
