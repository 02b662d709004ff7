import type { Figure } from './figures.ts'

const width = 320
const height = 80

/** A page with one small chart for each figure of each benchmark, oldest run on the left. Needs nothing but a browser. */
export function historyPage(figures: readonly Figure[]): string {
  const benchmarks = Map.groupBy(figures, ({ benchmark }) => benchmark)
  const sections = [...benchmarks]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([benchmark, ofBenchmark]) => {
      const series = Map.groupBy(ofBenchmark, ({ name, machine }) => `${name} — ${machine}`)
      const charts = [...series].map(([title, runs]) => chart(title, runs))
      return `<h2>${escape(benchmark)}</h2><div>${charts.join('')}</div>`
    })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Benchmark history</title>
<style>body{font:14px sans-serif;margin:2em}div{display:flex;flex-wrap:wrap;gap:1em}figure{margin:0}figcaption{max-width:${width}px}
polyline{fill:none;stroke:#0b7285;stroke-width:2}circle{fill:#0b7285}</style>
<h1>Benchmark history</h1>${sections.join('')}</html>
`
}

function chart(title: string, runs: readonly Figure[]): string {
  const ordered = runs.toSorted((a, b) => a.date.localeCompare(b.date))
  const values = ordered.map(({ value }) => value)
  const [least, most] = [Math.min(0, ...values), Math.max(...values)]
  const points = ordered.map((run, index) => ({
    x: ordered.length === 1 ? width / 2 : 4 + (index * (width - 8)) / (ordered.length - 1),
    y: most === least ? height / 2 : height - 4 - ((run.value - least) / (most - least)) * (height - 8),
    run,
  }))
  const dots = points.map(
    ({ x, y, run }) =>
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3"><title>${escape(`${run.value} · ${run.date} · ${run.commit}`)}</title></circle>`,
  )
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const last = values.at(-1) ?? 0
  return `<figure><figcaption>${escape(title)}: <b>${last}</b></figcaption><svg role="img" aria-label="${escape(title)}" width="${width}" height="${height}"><polyline points="${line}"/>${dots.join('')}</svg></figure>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
