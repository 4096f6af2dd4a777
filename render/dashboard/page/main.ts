/** The one script of the dashboard: the page loads it, and starts it again as its worker. */
import { startPage } from './app.ts';
import { startWorker } from './worker.ts';

if (typeof document === 'undefined') startWorker();
else startPage(document.currentScript?.getAttribute('src') ?? 'dashboard.js');
