/** The style of the HTML report: light and dark by the reader's setting, print, and phones. No external font or file. */

const COLOURS = `
:root{color-scheme:light dark;--bg:#f5f6f8;--card:#fff;--ink:#1c2128;--muted:#535d68;--line:#e1e5ea;--soft:#f0f2f5;
--good:#15692d;--good-soft:#e3f5e8;--bad:#c6212b;--bad-soft:#fdeaea;--unsure:#8a5a00;--unsure-soft:#fff3d1;--accent:#4051c4;--accent-soft:#dfe4fb}
@media (prefers-color-scheme:dark){:root{--bg:#0e1116;--card:#171b22;--ink:#e8edf3;--muted:#9ba6b3;--line:#2b323c;--soft:#1f252e;
--good:#56d364;--good-soft:#12291a;--bad:#ff7b72;--bad-soft:#32171a;--unsure:#e3b341;--unsure-soft:#2e2410;--accent:#93a4ff;--accent-soft:#262f5c}}
`;

const PAGE = `
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
main{max-width:960px;margin:0 auto;padding:28px 20px 64px}
h1,h2,h3,p,ul,dl,table,pre{margin:0}
h2{font-size:22px;line-height:1.3;letter-spacing:-.01em}
h3{font-size:16px;line-height:1.4}
a{color:var(--accent)}
code,pre{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{background:var(--soft);padding:.12em .4em;border-radius:5px;overflow-wrap:anywhere}
pre{background:var(--soft);padding:14px 16px;border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere}
.muted{color:var(--muted)}
.brand{display:flex;justify-content:space-between;gap:16px;align-items:baseline;margin:0 2px 14px;color:var(--muted);font-size:14px}
.brand b{color:var(--ink);letter-spacing:.01em}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:28px 30px;margin:0 0 20px}
.stack>*+*{margin-top:16px}
.part{border-top:1px solid var(--line);padding-top:24px;margin-top:28px!important}
.part>*+*{margin-top:14px}
`;

const HERO = `
.hero{display:grid;grid-template-columns:auto 1fr;gap:6px 22px;align-items:center}
.hero .seal{grid-row:span 2;width:68px;height:68px;border-radius:50%}
.hero>*,.stack>*{min-width:0}
.hero h1{font-size:30px;line-height:1.15;letter-spacing:-.02em}
.hero .reason{font-size:18px;line-height:1.45;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:auto 1fr;gap:6px 18px;font-size:14px;overflow-wrap:anywhere}
.facts dt{color:var(--muted)}.facts dd{margin:0;min-width:0}
.hero .facts{grid-column:1/-1;margin-top:16px;padding-top:18px;border-top:1px solid var(--line)}
.hero.pass .seal,.badge.pass{background:var(--good-soft);color:var(--good)}
.hero.fail .seal,.badge.fail{background:var(--bad-soft);color:var(--bad)}
.hero.unverifiable .seal,.badge.unverifiable{background:var(--unsure-soft);color:var(--unsure)}
.hero.pass h1{color:var(--good)}.hero.fail h1{color:var(--bad)}.hero.unverifiable h1{color:var(--unsure)}
.badge{display:inline-flex;align-items:center;gap:6px;padding:3px 10px 3px 8px;border-radius:99px;font-weight:600;font-size:13px;white-space:nowrap}
.badge svg{flex:none}
.block-head{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center}
`;

const TILES = `
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
.tile{background:var(--soft);border-radius:12px;padding:14px 16px;min-width:0}
.tile dt{font-size:13px;color:var(--muted)}
.tile dd{margin:2px 0 0;font-size:25px;line-height:1.25;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.tile dd.code{font-size:16px;letter-spacing:0;padding:5px 0}
.tile dd.note{font-size:13px;line-height:1.45;font-weight:400;letter-spacing:0;color:var(--muted)}
.tile.bad dd:first-of-type{color:var(--bad)}
`;

const TABLES = `
table{width:100%;border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
caption{text-align:left;font-size:16px;font-weight:650;padding:0 0 10px}
th,td{text-align:left;vertical-align:top;padding:9px 14px 9px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
th:last-child,td:last-child{padding-right:0}
thead th{border-top:0;color:var(--muted);font-weight:500;font-size:13px;padding-top:0}
tbody th{font-weight:500}
.n{text-align:right;white-space:nowrap}
.list{padding-left:20px;font-size:15px}.list li+li{margin-top:5px}
details{border:1px solid var(--line);border-radius:12px}
summary{cursor:pointer;padding:12px 16px;font-weight:600;font-size:15px}
details[open]>summary{border-bottom:1px solid var(--line)}
details>.inside{padding:14px 16px}
details>.inside>*+*{margin-top:12px}
`;

const PICTURES = `
figure{margin:0}figcaption{font-size:14px;color:var(--muted);margin-top:8px}
figure>h3{margin-bottom:10px}
svg{display:block;max-width:100%;height:auto}
svg text{font-family:inherit;fill:var(--ink)}
.narrow{display:none}
.axis{stroke:var(--muted);stroke-width:1.5;stroke-linecap:round}.axis.zero{stroke:var(--ink)}
.tick{font-size:12.5px;fill:var(--muted)!important}
.band{fill:var(--accent-soft);stroke:var(--accent);stroke-width:1}
.point{fill:var(--accent);stroke:var(--card);stroke-width:2.5}
.point.pass{fill:var(--good)}.point.fail{fill:var(--bad)}.point.unverifiable{fill:var(--unsure)}
.value{font-size:17px;font-weight:650}
.floor{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3}.floor-tip{fill:var(--ink)}.floor-text{font-size:13px}
.grid{stroke:var(--line);stroke-width:1}.grid.zero{stroke:var(--muted)}
.name{font-size:14px}.amount{font-size:14px;font-weight:600;font-variant-numeric:tabular-nums}
.whisker{stroke:var(--accent);stroke-width:2;fill:none}.dot{fill:var(--accent);stroke:var(--card);stroke-width:2}
.pairs{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:16px 20px}
.pairs.dense{grid-template-columns:repeat(auto-fill,43px);gap:8px 10px}
.pair-name{display:block;font-size:13px;color:var(--muted);margin-bottom:4px;overflow-wrap:anywhere}
.cell .box{stroke-width:1.5}
.word{font-size:12.5px}
.cell.right{color:var(--good)}.cell.right .box{fill:var(--good-soft);stroke:var(--good-soft)}
.cell.near{color:var(--accent)}.cell.near .box{fill:var(--accent-soft);stroke:var(--accent-soft)}
.cell.wrong{color:var(--bad)}.cell.wrong .box{fill:var(--bad-soft);stroke:var(--bad)}
.cell.unknown{color:var(--unsure)}.cell.unknown .box{fill:none;stroke:var(--unsure);stroke-dasharray:4 3}
.cell.missing .box{fill:none;stroke:var(--line);stroke-dasharray:2 4}.cell.missing .word{fill:var(--muted)}
.cell.unsupported{color:var(--muted)}.cell.unsupported .box{fill:none;stroke:var(--muted);stroke-dasharray:1.5 3.5}
.layers .cell.right .box{stroke:var(--good)}
.legend{display:flex;flex-wrap:wrap;gap:6px 20px;font-size:14px;margin-bottom:14px!important}
.legend-item{display:inline-flex;align-items:center;gap:6px}
`;

const NARROW = `
@media (min-width:641px){.gate code{white-space:nowrap}}
@media (max-width:640px){
main{padding:16px 12px 48px}.card{padding:20px 18px;border-radius:14px}
.hero{grid-template-columns:auto 1fr;gap:8px 14px}.hero .seal{width:48px;height:48px;grid-row:auto}.hero>*,.stack>*{min-width:0}
.hero h1{font-size:25px}
.hero .reason{grid-column:1/-1;font-size:17px}
.wide{display:none}.narrow{display:block}
.tiles{grid-template-columns:1fr 1fr}.tile:last-child:nth-child(odd){grid-column:1/-1}.tile dd{font-size:21px}
.pairs:not(.dense){grid-template-columns:1fr;gap:8px}.pairs:not(.dense) li{display:flex;justify-content:space-between;align-items:center;gap:8px}.pairs .pair{flex:none}.pair-name{margin:0;min-width:0}
.stacked thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stacked,.stacked tbody,.stacked tr,.stacked th,.stacked td,.stacked caption{display:block}
.stacked tr{border-top:1px solid var(--line);padding:12px 0}
.stacked th,.stacked td{border:0;padding:2px 0}
.stacked td.n{text-align:left}
.stacked td:empty{display:none}
.stacked td::before{content:attr(data-label) ": ";color:var(--muted)}
th,td{padding-right:10px}
}
@media print{body{background:#fff}.card{border:0;padding:0;break-inside:avoid-page}}
`;

/** The whole style sheet. Its digest stands in the page's content security policy. */
export const STYLE = [COLOURS, PAGE, HERO, TILES, TABLES, PICTURES, NARROW].join('').trim();
