import { existsSync } from 'node:fs'
import path from 'node:path'

/** LibreOffice is an optional component: stories that need it are told where it is installed. */
export const hasLibreOffice = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .some((folder) => path.isAbsolute(folder) && existsSync(path.join(folder, 'soffice')))
