import { getDefaultZIndex, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { measures, modalSizes } from '../theme.ts'
import classes from './Dialog.module.css'
import { useFocusBack } from './use-focus-back.ts'
import { useOverflow } from './use-overflow.ts'

export interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly size?: keyof typeof modalSizes | 'confirm'
  readonly closeOnClickOutside?: boolean
  readonly footer?: ReactNode
  /** Set for questions, which appear above the dialog that asks them. */
  readonly onTop?: true
  readonly children: ReactNode
}

/** The dialog of the product: title, a scrolling body, actions below it. */
export function Dialog({ size = 'default', footer, onTop, children, ...props }: DialogProps) {
  const text = useText()
  useFocusBack(props.opened)
  return (
    <Modal
      {...props}
      {...(onTop === true ? { zIndex: getDefaultZIndex('overlay') } : {})}
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
      <DialogBody>{children}</DialogBody>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </Modal>
  )
}

/** A separate component, so that it starts measuring when the dialog opens. */
function DialogBody({ children }: { readonly children: ReactNode }) {
  const { ref, overflows } = useOverflow<HTMLDivElement>()
  return (
    <div ref={ref} className={classes.scroll} tabIndex={overflows ? 0 : undefined}>
      {children}
    </div>
  )
}
