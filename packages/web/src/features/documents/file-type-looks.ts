import type { DocumentFileType, ProductFileType } from '@sheetwright/contract/documents/file-types.ts'
import {
  IconFileTypeDocx,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MessageId } from '../../platform/messages/load-messages.ts'

export const fileTypeIcons: Readonly<Record<DocumentFileType, TablerIcon>> = {
  Excel: IconFileTypeXls,
  PDF: IconFileTypePdf,
  Word: IconFileTypeDocx,
  PowerPoint: IconFileTypePpt,
  Image: IconPhoto,
  HTML: IconFileTypeHtml,
}

export const fileTypeNames: Readonly<Record<ProductFileType, MessageId>> = {
  Excel: 'FileType.excel',
  PDF: 'FileType.pdf',
  Word: 'FileType.word',
  PowerPoint: 'FileType.powerPoint',
  Image: 'FileType.image',
  HTML: 'FileType.html',
  HTM: 'FileType.htm',
  Engine: 'FileType.engine',
  Tutorial: 'FileType.tutorial',
}
