import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import type { Language } from '../support/browser.ts'
import { text } from '../support/texts.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Page model of the engine pages. */
export function enginePages(page: Page, language: Language) {
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const dialog = page.getByRole('dialog')
  const card = (name: string): Locator => page.getByRole('article').filter({ hasText: name })
  const inMenu = async (menu: string, item: string) => {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const saved = async (action: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), action()])
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }
  return {
    say,
    dialog,
    card,
    open: async () => {
      await page.getByRole('link', { name: say('Navigation.engines'), exact: true }).click()
      await page.getByRole('heading', { name: say('Engines.title'), exact: true }).waitFor()
    },
    openUpload: () =>
      page
        .getByRole('main')
        .getByRole('button', { name: say('Engines.add') })
        .first()
        .click(),
    choose: (content: Buffer, name: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: xlsx, buffer: content }),
    startUpload: () => dialog.getByRole('button', { name: say('EngineUpload.start'), exact: true }).click(),
    /** Two clicks before the page can answer to the first. */
    startUploadTwice: () =>
      dialog.getByRole('button', { name: say('EngineUpload.start'), exact: true }).evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      }),
    summary: () => dialog.getByRole('button', { name: say('EngineUpload.continue'), exact: true }).waitFor(),
    proceed: () => dialog.getByRole('button', { name: say('EngineUpload.continue'), exact: true }).click(),
    part: (key: string) =>
      dialog
        .getByRole('radiogroup', { name: say('UploadSummary.parts') })
        .getByText(say(key), { exact: true })
        .click(),
    note: () => dialog.getByRole('textbox', { name: say('Publish.note') }),
    /** The reason for publishing a version although checks fail. */
    reason: () => dialog.getByRole('textbox', { name: say('PublishChecks.reason') }),
    publish: (name: string) => dialog.getByRole('button', { name: say('EngineUpload.publish', { name }) }).click(),
    /** Simulates dragging a file from the desktop onto a card. */
    dropOnCard: async (name: string, content: Buffer, fileName: string) => {
      const carried = await page.evaluateHandle(
        ({ base64, type, file }) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
          const transfer = new DataTransfer()
          transfer.items.add(new File([bytes], file, { type }))
          return transfer
        },
        { base64: content.toString('base64'), type: xlsx, file: fileName },
      )
      for (const event of ['dragenter', 'dragover', 'drop'] as const) {
        await card(name).dispatchEvent(event, { dataTransfer: carried })
      }
    },
    engineMenu: (name: string, item: string) => inMenu(say('Engine.actionsOf', { name }), say(item)),
    versionMenu: (revision: string, item: string) => inMenu(say('Version.actionsOf', { revision }), say(item)),
    tab: (key: string) => page.getByRole('tab', { name: say(key) }).click(),
    saved,
  }
}
