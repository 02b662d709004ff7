import type { Command } from './command.ts'
import { settingsTable } from '../settings.ts'
import { readWords } from './operator.ts'

export const settings: Command = {
  usage: '',
  meaning: 'print all settings as a Markdown table',
  run: async (args) => {
    readWords(args, 'settings', 0)
    process.stdout.write(`${settingsTable()}\n`)
  },
}
