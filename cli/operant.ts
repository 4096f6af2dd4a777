/** Entry of the command line. Nothing is imported before it is needed, so that --version answers at once. */

declare const __OPERANT_VERSION__: string;

const arguments_ = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `operant: expected Node 20.19 or newer, found ${process.versions.node}\n  Install a current Node from https://nodejs.org and try again.\n`,
  );
  process.exitCode = 64;
} else if (arguments_.length === 1 && (arguments_[0] === '--version' || arguments_[0] === '-V')) {
  process.stdout.write(`${__OPERANT_VERSION__}\n`);
} else {
  try {
    const { main } = await import('./main.ts');
    process.exitCode = await main(arguments_, new URL('./data/', import.meta.url));
  } catch (error) {
    process.stderr.write(`operant: internal fault: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 70;
  }
}
