import { IconCloudUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useFileDrop } from '../../../ui/file-drop.ts'
import classes from './DropArea.module.css'

export interface DropAreaProps {
  /** The target of the dropped files. */
  readonly target: string
  /** Undefined if nothing can be dropped. */
  readonly onDrop: ((files: readonly File[]) => void) | undefined
  readonly children: ReactNode
}

/** Accepts files dropped anywhere on its content. */
export function DropArea({ target, onDrop, children }: DropAreaProps) {
  const text = useText()
  const { over, handlers } = useFileDrop(onDrop === undefined ? undefined : (_first, all) => onDrop(all))
  return (
    <div className={classes.area} {...handlers}>
      {children}
      {over && (
        <div className={classes.veil}>
          <IconCloudUpload aria-hidden="true" />
          {text('Upload.dropInto', { section: target })}
        </div>
      )}
    </div>
  )
}
