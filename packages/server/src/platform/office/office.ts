import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ProfileTemplate } from './calculating-profile.ts'
import { FairTurns } from './fair-turns.ts'
import { endOffice, startOffice, withoutNetwork } from './office-process.ts'
import { calculatingSettings, profileSettings } from './office-profile.ts'
import { OpenBook } from './open-book.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'

/** The owner of the document, and the deadline of the result. */
export interface OfficeOrder {
  readonly owner: string
  readonly signal: AbortSignal
}

/** Converts and calculates office documents with LibreOffice, if it is installed. */
export interface Office {
  readonly isInstalled: boolean
  /**
   * One document at a time, each in its own process, temporary folder and profile. Fails with `ConversionFailed` if the
   * document cannot be converted.
   */
  toPdf(content: Readable, extension: string, order: OfficeOrder): Promise<Buffer>
  /** A workbook with every formula recomputed, as xlsx; otherwise like `toPdf`. */
  recalculated(content: Readable, extension: string, order: OfficeOrder): Promise<Buffer>
  /** A process that loads a workbook and calculates it until closed. */
  openBook(options: { readonly locale: string; readonly megabytes: number }): Promise<OpenBook>
  close(): Promise<void>
}

export class ConversionFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ConversionFailed'
  }
}

const longestMs = 90_000
const megabytes = 3300
const largestResult = 200 * 1024 * 1024

interface Conversion {
  readonly settings: string
  readonly format: string
  readonly extension: string
  /** Name of the result in error messages. */
  readonly name: string
}

const pdf: Conversion = { settings: profileSettings, format: 'pdf', extension: 'pdf', name: 'PDF' }
const workbook: Conversion = {
  settings: calculatingSettings,
  format: 'xlsx:Calc MS Excel 2007 XML',
  extension: 'xlsx',
  name: 'workbook',
}

/**
 * `auto` searches the usual folders for LibreOffice, `off` disables it, anything else is the path of its executable.
 */
export async function openOffice(setting: string): Promise<Office> {
  const executable = setting === 'off' ? undefined : await findExecutable(setting)
  if (executable === undefined) return absentOffice
  const start = { executable, wrapper: await withoutNetwork() }
  const template = new ProfileTemplate(start)
  const turns = new FairTurns(1)
  const turned = (conversion: Conversion, content: Readable, extension: string, { owner, signal }: OfficeOrder) =>
    turns
      .run(owner, () => convert(start, conversion, content, extension, signal))
      // An unread stream would stay open.
      .finally(() => content.destroy())
  return {
    isInstalled: true,
    toPdf: (content, extension, order) => turned(pdf, content, extension, order),
    recalculated: (content, extension, order) => turned(workbook, content, extension, order),
    openBook: (options) => OpenBook.start({ ...start, ...options, template }),
    close: () => template.remove(),
  }
}

function refuse(): never {
  throw new ConversionFailed('LibreOffice is not installed')
}

const absentOffice: Office = {
  isInstalled: false,
  toPdf: async () => refuse(),
  recalculated: async () => refuse(),
  openBook: async () => refuse(),
  close: async () => undefined,
}

async function findExecutable(setting: string): Promise<string | undefined> {
  if (setting !== 'auto') return setting
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  for (const folder of folders) {
    const executable = path.join(folder, 'soffice')
    const found = await access(executable, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return executable
  }
  return undefined
}

interface Start {
  readonly executable: string
  readonly wrapper: readonly string[]
}

async function convert(
  start: Start,
  conversion: Conversion,
  content: Readable,
  extension: string,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted()
  const folder = await temporaryFolder('office')
  try {
    const profile = path.join(folder, 'profile')
    const results = path.join(folder, 'results')
    await mkdir(path.join(profile, 'user'), { recursive: true })
    await mkdir(results)
    await writeFile(path.join(profile, 'user', 'registrymodifications.xcu'), conversion.settings)
    const source = path.join(folder, `document${extension}`)
    await writeFile(source, content, { signal })
    const given = ['--convert-to', conversion.format, '--outdir', results, source]
    await run(start, { folder, profile, given, signal })
    return await readResult(path.join(results, `document.${conversion.extension}`), conversion)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function readResult(file: string, { name }: Conversion): Promise<Buffer> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size === 0) throw new ConversionFailed(`LibreOffice made no ${name} of the document`)
  if (size > largestResult) throw new ConversionFailed(`The ${name} of the document would be too large`)
  return readFile(file)
}

interface Run {
  readonly folder: string
  readonly profile: string
  readonly given: readonly string[]
  readonly signal: AbortSignal
}

function run(start: Start, { folder, profile, given, signal }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = startOffice({ ...start, folder, profile, given, megabytes })
    const stop = () => endOffice(child)
    const timer = setTimeout(stop, longestMs)
    signal.addEventListener('abort', stop)
    const finish = (failure: Error | undefined) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      if (failure === undefined) resolve()
      else reject(failure)
    }
    child.once('error', (error) => finish(new ConversionFailed(error.message)))
    child.once('close', (code) => {
      endOffice(child)
      finish(code === 0 ? undefined : new ConversionFailed(`LibreOffice ended with ${code ?? 'a signal'}`))
    })
  })
}
