import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { errorText } from '../../platform/messages/error-text.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { Dialog, type DialogProps } from './Dialog.tsx'
import classes from './Dialog.module.css'
import { isRuleFailure } from './rule-alert.ts'
import type { LeaveGuard } from './use-leave-guard.ts'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'children'> {
  /** False hides a dialog that stays mounted. */
  readonly opened?: boolean
  readonly onClose: () => void
  /** Usually `form.onSubmit(submit)`. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly submitLabel: string
  readonly submitting?: boolean
  readonly submitDisabled?: boolean
  /** Without fields, the button gets the focus. */
  readonly submitFocused?: boolean
  /** Nothing is left to cancel: the button says Close. */
  readonly isDone?: boolean
  /** A failure that no field shows: an error, or its text. */
  readonly failure?: Error | string | null | undefined
  /** From `useLeaveGuard(form.isDirty())`: closing asks first while something is unsaved. Release it after saving. */
  readonly guard?: LeaveGuard
  /** Another action, at the start of the footer. */
  readonly aside?: ReactNode
}

/** A dialog with a form: the failure above the fields, cancel and submit below. */
export function FormDialog(props: FormDialogProps) {
  const { opened = true, title, size, onClose, guard, failure, aside, children } = props
  const text = useText()
  const formId = useId()

  async function close() {
    if (guard === undefined || (await guard.mayLeave())) onClose()
  }

  // Rule violations are shown in the global alert, which closes the form.
  const forbidden = isRuleFailure(failure)
  useEffect(() => {
    if (!forbidden) return
    guard?.release()
    onClose()
    // Only the failure closes the form, whatever else changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [forbidden])

  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      title={title}
      {...(size === undefined ? {} : { size })}
      closeOnClickOutside={guard?.unsaved !== true}
      footer={
        <Group justify="space-between">
          {aside ?? <span />}
          <Group gap="sm">
            <Button variant="default" onClick={() => void close()}>
              {text(props.isDone === true ? 'Dialog.close' : 'Dialog.cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              loading={props.submitting === true}
              disabled={props.submitDisabled === true}
              data-autofocus={props.submitFocused || undefined}
              classNames={{ root: classes.answer ?? '', label: classes.answerLabel ?? '' }}
            >
              {props.submitLabel}
            </Button>
          </Group>
        </Group>
      }
    >
      <form id={formId} onSubmit={props.onSubmit} noValidate>
        <Stack gap="lg">
          {failure != null && !forbidden && (
            <Alert color="red" icon={<IconAlertTriangle />} role="alert">
              {typeof failure === 'string' ? failure : errorText(text, failure)}
            </Alert>
          )}
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
