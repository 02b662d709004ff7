import { readFile, writeFile } from 'node:fs/promises'
import { UsageProblem } from './command-line.ts'

/** The stored figures of a checked file. */
export interface FileFigures {
  readonly file: string
  readonly compared: number
  readonly equal: number
  readonly different: number
  readonly error: string | null
}

type Recorded = Readonly<Record<string, Omit<FileFigures, 'file'>>>

/** Writes the figures, one line per file, so that a diff shows changes by file. */
export async function recordFigures(path: string, reports: readonly FileFigures[]): Promise<void> {
  const lines = reports
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(
      ({ file, compared, equal, different, error }) =>
        `  ${JSON.stringify(file)}: ${JSON.stringify({ compared, equal, different, error })}`,
    )
  await writeFile(path, `{\n${lines.join(',\n')}\n}\n`)
}

/** Where figures fell since they were recorded, in words. New files are fine; missing recorded ones are not. */
export async function fallenFigures(path: string, reports: readonly FileFigures[]): Promise<string[]> {
  const recorded = await readRecorded(path)
  const byFile = new Map(reports.map((report) => [report.file, report]))
  return Object.entries(recorded).flatMap(([file, before]) => {
    const now = byFile.get(file)
    if (now === undefined) return [`${file} was recorded and is not among the files`]
    if (now.error !== null) return before.error === null ? [`${file} fails: ${now.error}`] : []
    const falls: string[] = []
    if (now.different > before.different) falls.push(`${now.different} cells differ instead of ${before.different}`)
    if (now.equal < before.equal) falls.push(`${now.equal} cells are equal instead of ${before.equal}`)
    return falls.length > 0 ? [`${file}: ${falls.join(', ')}`] : []
  })
}

async function readRecorded(path: string): Promise<Recorded> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Recorded
  } catch (reason) {
    throw new UsageProblem(
      `The recorded figures ${path} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  }
}
