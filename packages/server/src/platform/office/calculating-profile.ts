import { once } from 'node:events'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { macroLibrary, macroModule, macroText } from './book-macro.ts'
import { calculatingSettings, withLocale } from './office-profile.ts'
import { endOffice, startOffice } from './office-process.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'

/** The first start of LibreOffice creates a profile, which takes longer than later starts. */
const longestFirstStartMs = 60_000
const megabytes = 1024

/**
 * A profile that has been started once, so that every copy already has LibreOffice's own files, and our macro, which
 * the first start would overwrite.
 */
export class ProfileTemplate {
  private folder: Promise<string> | undefined
  private readonly start: { readonly executable: string; readonly wrapper: readonly string[] }

  constructor(start: { readonly executable: string; readonly wrapper: readonly string[] }) {
    this.start = start
  }

  /** Creates a profile for one process. */
  async copyTo(profile: string, locale: string): Promise<void> {
    this.folder ??= this.make()
    const folder = await this.folder.catch((error: unknown) => {
      this.folder = undefined
      throw error
    })
    await cp(path.join(folder, 'profile'), profile, { recursive: true })
    const settings = path.join(profile, 'user', 'registrymodifications.xcu')
    await writeFile(settings, withLocale(await readFile(settings, 'utf8'), locale))
  }

  async remove(): Promise<void> {
    const folder = await this.folder?.catch(() => undefined)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  private async make(): Promise<string> {
    const folder = await temporaryFolder('office')
    try {
      const profile = path.join(folder, 'profile')
      await mkdir(path.join(profile, 'user'), { recursive: true })
      await writeFile(path.join(profile, 'user', 'registrymodifications.xcu'), calculatingSettings)
      const child = startOffice({ ...this.start, folder, profile, given: ['--terminate_after_init'], megabytes })
      const timer = setTimeout(() => endOffice(child), longestFirstStartMs)
      await once(child, 'close').finally(() => clearTimeout(timer))
      endOffice(child)
      await writeMacro(path.join(profile, 'user', 'basic'))
      return folder
    } catch (error) {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      throw error
    }
  }
}

async function writeMacro(folder: string): Promise<void> {
  const library = path.join(folder, macroLibrary)
  await mkdir(library, { recursive: true })
  await mkdir(path.join(folder, 'Standard'), { recursive: true })
  await writeFile(path.join(folder, 'script.xlc'), document('library:libraries', libraries))
  await writeFile(path.join(library, 'script.xlb'), document('library:library', libraryOf(macroLibrary, macroModule)))
  await writeFile(path.join(library, `${macroModule}.xba`), document('script:module', moduleOf(macroText)))
}

function document(root: string, text: string): string {
  const name = `${root.split(':')[1]}.dtd`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${name}">\n${text}`
}

const libraryNames = 'xmlns:library="http://openoffice.org/2000/library"'

const libraries = `<library:libraries ${libraryNames} xmlns:xlink="http://www.w3.org/1999/xlink">
<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/>
<library:library library:name="${macroLibrary}" xlink:href="$(USER)/basic/${macroLibrary}/script.xlb/" xlink:type="simple" library:link="false"/>
</library:libraries>`

function libraryOf(name: string, module: string): string {
  return `<library:library ${libraryNames} library:name="${name}" library:readonly="false" library:passwordprotected="false"><library:element library:name="${module}"/></library:library>`
}

function moduleOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="${macroModule}" script:language="StarBasic">${escaped}</script:module>`
}
