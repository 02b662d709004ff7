import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { ParquetWriter } from '@sheetwright/runtime/parquet/parquet-writer.ts'
import { RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { resultColumns } from '@sheetwright/server/features/execution/case-results.ts'
import { programOf, testBedSubjects } from './subjects.ts'

export interface BareRate {
  readonly casesPerSecond: number
  /** Processor time per case, of all threads. */
  readonly micros: number
}

/**
 * The baseline of a run on one core: read the cases, call the compiled program for each, write the same result rows
 * with the same writer. Prints the cases per second of each subject.
 */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const pageRows = 2_000
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-bare-'))
const rates: Record<string, BareRate> = {}
for (const subject of await testBedSubjects()) {
  const { program, inputs, outputs } = await programOf(subject)
  const file = path.join(folder, `${subject.name}.ndjson`)
  await writeFile(file, Array.from(subject.records(), (record) => JSON.stringify(record)).join('\n'))
  const begun = performance.now()
  const before = process.cpuUsage()
  const lines = (await readFile(file, 'utf8')).split('\n')
  const first = run(lines[0] ?? '{}')
  const numbers = outputs.filter((output) => typeof first[output] === 'number')
  const columns = resultColumns({ outputs: outputs.map((name) => ({ name, isNumber: numbers.includes(name) })) })
  const maker = new RowPagesMaker(columns, (bytes) => zstdCompressSync(bytes, quick))
  const handle = await open(path.join(folder, `${subject.name}.parquet`), 'w')
  const writer = new ParquetWriter(columns, (bytes) => handle.writeFile(bytes))
  for (const [i, line] of lines.entries()) {
    const from = performance.now()
    const result = run(line)
    const millis = Math.round((performance.now() - from) * 1000) / 1000
    const row = [i + 1, '', '', 1, 'computed', millis, line, JSON.stringify(result), null, '[]', '[]']
    maker.add([...row, ...numbers.map((name) => (result[name] as number) + 0)])
    if (maker.count === pageRows) await writer.add(maker.end())
  }
  await writer.add(maker.end())
  await writer.end()
  await handle.close()
  const { user, system } = process.cpuUsage(before)
  rates[subject.name] = {
    casesPerSecond: subject.cases / ((performance.now() - begun) / 1000),
    micros: (user + system) / subject.cases,
  }

  function run(line: string): Record<string, Scalar> {
    const record = JSON.parse(line) as Record<string, Scalar>
    program.run(inputs.map((input) => record[input] as Scalar))
    const result: Record<string, Scalar> = {}
    for (const [i, output] of outputs.entries()) result[output] = program.output(i)
    return result
  }
}
await rm(folder, { recursive: true, force: true })
process.send?.(rates)
