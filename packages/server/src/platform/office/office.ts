import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { profileSettings } from './office-profile.ts'

/** Turns office documents into PDF with LibreOffice, where it is installed. */
export interface Office {
  readonly isInstalled: boolean
  /**
   * One document at a time, each in a process, a folder and a profile of its own that are gone afterwards. Fails with
   * `ConversionFailed` when the document cannot be turned.
   */
  toPdf(content: Readable, extension: string, signal: AbortSignal): Promise<Buffer>
}

export class ConversionFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ConversionFailed'
  }
}

const longestMs = 90_000
const memoryKilobytes = 4_000_000
const largestPdf = 200 * 1024 * 1024

/** `auto` looks for the program where programs are, `off` does without, anything else is the program. */
export async function openOffice(setting: string): Promise<Office> {
  const program = setting === 'off' ? undefined : await findProgram(setting)
  let turn: Promise<unknown> = Promise.resolve()
  return {
    isInstalled: program !== undefined,
    toPdf: (content, extension, signal) => {
      if (program === undefined) throw new ConversionFailed('LibreOffice is not installed')
      const made = turn.then(() => convert(program, content, extension, signal))
      turn = made.catch(() => undefined)
      return made
    },
  }
}

async function findProgram(setting: string): Promise<string | undefined> {
  if (setting !== 'auto') return setting
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  for (const folder of folders) {
    const program = path.join(folder, 'soffice')
    const found = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return program
  }
  return undefined
}

async function convert(program: string, content: Readable, extension: string, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted()
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-office-'))
  try {
    const profile = path.join(folder, 'profile')
    await mkdir(path.join(profile, 'user'), { recursive: true })
    await writeFile(path.join(profile, 'user', 'registrymodifications.xcu'), profileSettings)
    const source = path.join(folder, `document${extension}`)
    await writeFile(source, content, { signal })
    await run(program, argumentsFor(profile, folder, source), folder, signal)
    return await readPdf(path.join(folder, 'document.pdf'))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function argumentsFor(profile: string, folder: string, source: string): string[] {
  const started = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo']
  return [`-env:UserInstallation=file://${profile}`, ...started, '--convert-to', 'pdf', '--outdir', folder, source]
}

async function readPdf(file: string): Promise<Buffer> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size === 0) throw new ConversionFailed('LibreOffice made no PDF of the document')
  if (size > largestPdf) throw new ConversionFailed('The PDF of the document would be too large')
  return readFile(file)
}

/** Runs the program with bounded memory and time, without our environment; whatever it started ends with it. */
function run(program: string, given: readonly string[], folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const limited = `ulimit -v ${memoryKilobytes}; exec "$0" "$@"`
    const child = spawn('/bin/sh', ['-c', limited, program, ...given], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
      stdio: 'ignore',
      detached: true,
    })
    const stop = () => end(child)
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
      end(child)
      finish(code === 0 ? undefined : new ConversionFailed(`LibreOffice ended with ${code ?? 'a signal'}`))
    })
  })
}

function end(child: ChildProcess): void {
  try {
    // The whole group: the launcher starts another process, which must not stay behind.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Everything of the group has ended already.
  }
}
