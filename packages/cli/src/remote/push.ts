import { basename } from 'node:path'
import { readFile } from 'node:fs/promises'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { type CommandLine, onlyFile, readCommandLine, UsageProblem } from '../command-line.ts'
import { UnusableFile } from '../load-workbook.ts'
import { addressOf, connect, remoteOptions } from './connection.ts'
import { endProgress, tellProgress } from './progress.ts'

export const pushLine = {
  usage: 'push FILE --product NAME --engine NAME',
  meaning: 'upload a workbook as a draft',
  options: {
    ...remoteOptions,
    note: { type: 'string', value: 'TEXT', meaning: 'the release note' },
    upgrade: {
      type: 'string',
      value: 'major|minor|patch',
      meaning: 'the next revision; the proposed one unless given',
    },
    'allow-differences': { type: 'boolean', meaning: 'succeed although cells differ from the values Excel saved' },
  },
} as const satisfies CommandLine

/** `push FILE`: uploads a workbook as a draft. Fails if it is refused or differs from the values Excel saved. */
export async function push(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, pushLine)
  const file = onlyFile(positionals, pushLine)
  const { product, engine } = addressOf(values, pushLine)
  const content = await readFile(file).catch((error: unknown) => {
    throw new UnusableFile(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const { client, url } = await connect(values.url)
  tellProgress(`Uploading ${basename(file)} to ${url} …`)
  const data = {
    serviceName: engine,
    ...(values.note === undefined ? {} : { releaseNote: values.note }),
    ...(values.upgrade === undefined ? {} : { versionUpgrade: upgradeOf(values.upgrade) }),
  }
  const result = await client
    .call(uploadEngine, {
      params: { product },
      body: { data: JSON.stringify(data) },
      files: { file: { content: new Blob([content]), fileName: basename(file) } },
    })
    .finally(endProgress)
  console.log(values.json ? JSON.stringify(told(result)) : summary(result))
  const isWrong =
    result.blockedBecause !== null || (result.parity.verdict === 'different' && !values['allow-differences'])
  return isWrong ? 1 : 0
}

function upgradeOf(given: string): string {
  if (['major', 'minor', 'patch'].includes(given)) return given
  throw new UsageProblem(`--upgrade is major, minor or patch, not "${given}"`)
}

function told({ engineId, versionId, state, bookSummary, parity, blockedBecause, diagnostics }: EngineUploadResult) {
  return { engineId, versionId, revision: bookSummary.revision, state, parity, blockedBecause, diagnostics }
}

function summary({ bookSummary, state, parity, blockedBecause }: EngineUploadResult): string {
  const lines = [
    `${bookSummary.serviceName} ${bookSummary.revision} (${state}): ${parity.formulaCells} formula cells, ${parity.equal} equal to Excel, ${parity.different} different (${parity.verdict})`,
    ...parity.differences.map(
      ({ cell, formula, excel, ours }) =>
        `  ${cell}  ${formula}  Excel: ${JSON.stringify(excel)}  here: ${JSON.stringify(ours)}`,
    ),
    ...(blockedBecause === null ? [] : [`It must not be published: ${blockedBecause}`]),
  ]
  return lines.join('\n')
}
