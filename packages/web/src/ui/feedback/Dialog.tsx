import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { measures, modalSizes } from '../theme.ts'
import classes from './Dialog.module.css'

export interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly size?: keyof typeof modalSizes | 'confirm'
  readonly closeOnClickOutside?: boolean
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** Every dialog of the product: title, a body that scrolls, actions below it. */
export function Dialog({ size = 'default', footer, children, ...props }: DialogProps) {
  const text = useText()
  return (
    <Modal
      {...props}
      attributes={{ header: { role: 'none' } }}
      size={size === 'confirm' ? measures.confirmWidth : modalSizes[size]}
      closeButtonProps={{ 'aria-label': text('Dialog.close') }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
        overlay: classes.overlay ?? '',
      }}
    >
      <div className={classes.scroll}>{children}</div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </Modal>
  )
}
