import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const mainFile = path.join(import.meta.dirname, '../../packages/cli/src/main.ts')

/** The outputs of `sheetwright run` for a workbook and inputs. */
export async function runOnCommandLine(
  workbook: Buffer,
  inputs: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-run-'))
  try {
    const file = path.join(folder, 'workbook.xlsx')
    await writeFile(file, workbook)
    const { stdout } = await promisify(execFile)(process.execPath, [
      mainFile,
      'run',
      file,
      '--inputs',
      JSON.stringify(inputs),
      '--json',
    ])
    return (JSON.parse(stdout) as { outputs: Record<string, unknown> }).outputs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
