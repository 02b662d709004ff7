import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useRevokeApiKey } from '../mutations.ts'

/** Asks for confirmation and revokes a key: clients that use it are refused at once. */
export function useConfirmedRevoke(): (key: { readonly id: string; readonly name: string }) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const revoke = useRevokeApiKey()
  return async ({ id, name }) => {
    const confirmed = await dialogs.confirm({
      title: text('ApiKeys.revoke.title'),
      text: text('ApiKeys.revoke.text', { name }),
      confirmLabel: text('ApiKeys.revoke.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) revoke.mutate(id, { onSuccess: () => toastSuccess(text('ApiKeys.revoked', { name })) })
  }
}
