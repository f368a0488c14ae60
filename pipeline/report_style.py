"""How the report looks: PAGE on light paper and in print, NIGHT what a dark screen changes."""

PAGE = """\
:root { color-scheme: light dark; --ink: #1b1d20; --soft: #62666d; --rule: #dcd8ce; --paper: #fff;
  --good: #2a6e30; --bad: #a3283c; }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { max-width: 784px; margin: 0 auto; padding: 40px 32px 80px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif; }
h1, h2, h3 { font-family: 'Iowan Old Style', 'Palatino Linotype', Palatino, Charter, Georgia, serif; font-weight: 600;
  line-height: 1.2; break-after: avoid; }
h1 { font-size: 36px; }
h2 { font-size: 24px; margin-bottom: 8px; }
h3 { font-size: 17px; margin: 24px 0 8px; }
.span { font-size: 17px; color: var(--soft); }
.figures { display: flex; flex-wrap: wrap; gap: 8px 36px; margin-top: 24px; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dd { font-size: 28px; line-height: 1.15; font-variant-numeric: tabular-nums; }
.figures dt, section p, figcaption { color: var(--soft); }
section { margin-top: 40px; padding-top: 28px; border-top: 1px solid var(--rule); }
section p { max-width: 62em; margin-bottom: 10px; }
section p b, figcaption b { color: var(--ink); font-weight: 600; }
code { white-space: nowrap; font: 13px/1 ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; }
.good, .bad { white-space: nowrap; font-size: 13px; }
.good, .good b { color: var(--good); } .bad, .bad b { color: var(--bad); }
.wide { overflow-x: auto; }
table { width: 100%; margin: 12px 0; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 16px 5px 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--rule); }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: 12px; font-weight: 400; color: var(--soft); vertical-align: bottom; }
tbody th { font-weight: 600; }
tr { break-inside: avoid; }
.numbers td, .numbers thead th + th { text-align: right; }
.rules :is(th, td):is(:nth-child(3), :nth-child(4)) { text-align: right; }
small { font-size: 12px; color: var(--soft); }
.verdict { margin-top: 20px; }
.missed { list-style: none; font-size: 14px; columns: 2; column-gap: 32px; }
.missed a { color: inherit; text-decoration-color: var(--rule); text-underline-offset: 3px; }
.stack { display: flex; flex-direction: column; gap: 12px; }
.fact { margin: 16px 0; }
.plots { display: flex; flex-wrap: wrap; gap: 16px 32px; margin: 16px 0; }
.plots.maps { flex-wrap: nowrap; } .maps figure { min-width: 0; }
figure { break-inside: avoid; }
figure.long { margin-top: 20px; }
figcaption { margin-bottom: 4px; font-size: 13px; }
.plot { display: block; max-width: 100%; height: auto; overflow: visible; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; font-variant-numeric: tabular-nums; }
.long .plot { max-width: none; }
.key { color: var(--tone); font-weight: 600; }
.words { list-style: none; columns: 4; column-gap: 32px; font-size: 13px; letter-spacing: .03em; }
.words li { display: flex; justify-content: space-between; gap: 8px; padding: 2px 0; break-inside: avoid;
  border-bottom: 1px solid var(--rule); }
.words b { font-weight: 400; color: var(--soft); font-variant-numeric: tabular-nums; }
@media (max-width: 640px) {
  body { padding: 24px 16px 48px; }
  h1 { font-size: 30px; }
  .words { columns: 2; } .missed { columns: 1; } .plots.maps { gap: 16px; }
  .lines thead { display: none; }
  .lines tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--rule); }
  .lines tbody :is(th, td) { display: block; padding: 1px 0; border: 0; }
  .lines td:not([data-name=""])::before { content: attr(data-name) " ";
    display: inline-block; width: 6.5em; color: var(--soft); font-size: 12px; }
  :is(.numbers, .rules) :is(th, td) { padding-right: 10px; }
}
@page { size: A4; margin: 14mm 13mm; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 12px; }
  h1 { font-size: 28px; } h2 { font-size: 19px; } h3 { font-size: 14px; margin-top: 16px; }
  section { margin-top: 22px; padding-top: 14px; }
  table, .words { font-size: 11px; } th, td { padding-top: 3px; padding-bottom: 3px; }
  .wide { overflow: visible; } .long .plot { max-width: 100%; }
}
"""
NIGHT = """\
:root { --ink: #f1efe9; --soft: #a4aab3; --rule: #33383f; --paper: #15171a; --good: #8fd096; --bad: #f39ba8; }
"""
