import { existsSync } from 'node:fs'
import path from 'node:path'

/** LibreOffice is an optional component: stories that need it get its path. */
export const hasLibreOffice = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .some((folder) => path.isAbsolute(folder) && existsSync(path.join(folder, 'soffice')))
