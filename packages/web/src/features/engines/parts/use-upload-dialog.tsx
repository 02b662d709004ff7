import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { type ReactNode, useState } from 'react'
import { useRuledAction } from '../../user-groups/parts/use-ruled-action.ts'
import { addRule } from '../engine-rules.ts'
import { UploadDialog } from './UploadDialog.tsx'

interface Opened {
  readonly engine: Engine | undefined
  readonly file: File | undefined
}

/** The upload dialog of a page: opened for a new engine, or for a new version of one, with a workbook or without. */
export function useUploadDialog(productId: string): {
  open: (engine?: Engine, file?: File) => void
  dialog: ReactNode
} {
  const ruled = useRuledAction()
  const [opened, setOpened] = useState<Opened>()
  return {
    open: (engine, file) => ruled(addRule, () => setOpened({ engine, file }))(),
    dialog: opened !== undefined && (
      <UploadDialog
        productId={productId}
        engine={opened.engine}
        file={opened.file}
        onClose={() => setOpened(undefined)}
      />
    ),
  }
}
