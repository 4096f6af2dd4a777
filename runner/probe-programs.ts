/**
 * The programs that run inside a probe's process, as text: they are written into its private folder. They take what they
 * need of the language before the candidate is loaded, because it may replace anything, even how a list is taken apart.
 * Each line that they answer begins with the nonce that came on descriptor 3.
 */

/** What both share: asked on descriptor 3, line by line, and answering on descriptor 4. */
const TALK = String.raw`
import fs from 'node:fs';
import util from 'node:util';
const { readSync, writeSync } = fs;
const { isProxy, isNativeError } = util.types;
const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { hasOwnProperty } = Object.prototype;
const { isArray } = Array;
const { isFinite } = Number;
const { parse, stringify } = JSON;
const [plainObject, plainArray] = [Object.prototype, Array.prototype];
const textOf = Buffer.prototype.toString;
const room = Buffer.alloc(1 << 20);
const asked = () => {
  let size = 0;
  while (size === 0 || room[size - 1] !== 10) {
    const read = readSync(3, room, size, room.length - size, null);
    if (read === 0) return null;
    size += read;
  }
  return parse(apply(textOf, room, ['utf8', 0, size]));
};
const answer = (nonce, json) => {
  writeSync(4, nonce + ' ' + json + '\n');
};
`;

/** Calls one exported function, one call at a time. A value that is not plain JSON is named, never read. */
export const CALLS_PROGRAM = `${TALK}
const odd = (what) => ({ odd: what });
const isOdd = (value) => typeof value !== 'string';
const jsonOf = (value, depth) => {
  if (value === null || value === true || value === false || typeof value === 'string') return stringify(value);
  if (typeof value === 'number') return isFinite(value) ? stringify(value) : odd('a number that JSON does not have');
  if (typeof value !== 'object') return odd(value === undefined ? 'undefined' : 'a ' + typeof value);
  if (isProxy(value)) return odd('a proxy');
  if (depth > 20) return odd('something nested too deeply');
  const list = isArray(value);
  const prototype = getPrototypeOf(value);
  if (prototype !== (list ? plainArray : plainObject) && (list || prototype !== null)) return odd('an object of a class');
  return partsOf(value, list, depth);
};
const partsOf = (value, list, depth) => {
  const keys = ownKeys(value);
  if (list && keys.length !== value.length + 1) return odd('an array that is not plain');
  let text = '';
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    if (typeof key !== 'string') return odd('an object with a symbol');
    if (list && at === value.length) continue;
    if (list && key !== '' + at) return odd('an array that is not plain');
    const field = getOwnPropertyDescriptor(value, key);
    if (!apply(hasOwnProperty, field, ['value'])) return odd('an object with a getter');
    const part = jsonOf(field.value, depth + 1);
    if (isOdd(part)) return part;
    text += (at === 0 ? '' : ',') + (list ? '' : stringify(key) + ':') + part;
    if (text.length > 200000) return odd('something too large');
  }
  return list ? '[' + text + ']' : '{' + text + '}';
};
const thrown = (error) => {
  if (isProxy(error) || !isNativeError(error)) return 'a thrown value';
  const message = getOwnPropertyDescriptor(error, 'message');
  const told = message !== undefined && apply(hasOwnProperty, message, ['value']) && typeof message.value === 'string';
  return told && message.value.length < 500 ? 'a thrown error: ' + message.value : 'a thrown error';
};
const factOf = (call, args) => {
  let value;
  try {
    value = apply(call, undefined, args);
  } catch (error) {
    return stringify({ __proto__: null, odd: thrown(error) });
  }
  const returned = jsonOf(value, 0);
  const left = jsonOf(args, 0);
  if (isOdd(returned)) return '{"odd":' + stringify(returned.odd) + '}';
  if (isOdd(left)) return '{"odd":' + stringify('arguments that became ' + left.odd) + '}';
  return '{"returned":' + returned + ',"args":' + left + '}';
};
const { nonce, module, name } = asked();
const loaded = await import(module);
const call = loaded[name];
if (typeof call !== 'function') {
  answer(nonce, stringify({ __proto__: null, missing: typeof call }));
} else {
  answer(nonce, '{"ready":true}');
  for (;;) {
    const next = asked();
    if (next === null) break;
    answer(nonce, factOf(call, next.args));
  }
}
`;

/** Compiles one file with one caller at a time, and lists what stands in the file itself. Runs nothing of either. */
export const TYPES_PROGRAM = `${TALK}${String.raw`
import { createRequire } from 'node:module';
const { nonce, typescript, path, cells } = asked();
const ts = createRequire(import.meta.url)(typescript);
answer(nonce, stringify({ ready: ts.version }));
const options = {
  strict: true,
  skipDefaultLibCheck: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  lib: ['lib.es2022.d.ts'],
  types: [],
};
const libraries = ts.sys.resolvePath(typescript).replace(/[^/\\]*$/, '');
const kept = new Map();
const hostFor = (root) => {
  const host = ts.createCompilerHost(options);
  const inside = (file) => file.startsWith(root + '/') || file.startsWith(libraries);
  const { fileExists, readFile, getSourceFile } = host;
  host.getCurrentDirectory = () => root;
  host.fileExists = (file) => inside(file) && fileExists(file);
  host.readFile = (file) => (inside(file) ? readFile(file) : undefined);
  host.directoryExists = (folder) => inside(folder + '/');
  host.getDirectories = () => [];
  host.realpath = (file) => file;
  host.getSourceFile = (file, target) => {
    if (!inside(file)) return undefined;
    if (!file.startsWith(libraries)) return getSourceFile(file, target);
    if (!kept.has(file)) kept.set(file, getSourceFile(file, target));
    return kept.get(file);
  };
  return host;
};
const placeOf = (root, { file, start, code }) => {
  if (file === undefined) return { file: '', line: 0, code };
  const line = start === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
  const name = file.fileName.startsWith(root + '/') ? file.fileName.slice(root.length + 1) : '';
  return { file: name, line, code };
};
let source;
for (const { root, caller } of cells) {
  const program = ts.createProgram({ rootNames: [root + '/' + path, root + '/' + caller], options, host: hostFor(root) });
  const errors = ts.getPreEmitDiagnostics(program).map((error) => placeOf(root, error));
  errors.sort((a, b) => Number(b.file === caller) - Number(a.file === caller));
  answer(nonce, stringify({ caller, errors: errors.slice(0, 50) }));
  source = program.getSourceFile(root + '/' + path);
}
const [bodies, escapes] = [new Set(), new Set()];
const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
const onlyThrows = (body) => ts.isBlock(body) && body.statements.length === 1 && ts.isThrowStatement(body.statements[0]);
const visit = (node) => {
  if (node.kind === ts.SyntaxKind.AnyKeyword) escapes.add(lineOf(node));
  const body = ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node) ? node.body : undefined;
  if (body !== undefined && !onlyThrows(body)) bodies.add(lineOf(node));
  ts.forEachChild(node, visit);
};
if (source !== undefined) visit(source);
answer(nonce, stringify({ bodies: [...bodies], escapes: [...escapes] }));
`}`;
