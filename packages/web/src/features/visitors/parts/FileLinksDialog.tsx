import { Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { mailDomain } from '@sheetwright/contract/visitors/visitor-fields.ts'
import type { VisitorLink } from '@sheetwright/contract/visitors/visitor-link.ts'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DayInput } from '../../../ui/DayInput.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { endOfDay } from '../link-expiry.ts'
import { useCreateFileLink, useRevokeLink } from '../mutations.ts'
import { linkKeys, useFileLinks } from '../queries.ts'
import { visitorFailureText } from '../visitor-failure-text.ts'
import classes from './FileLinksDialog.module.css'
import { LinkState } from './LinkState.tsx'

interface LinkedFile {
  readonly id: string
  readonly name: string
}

/** The links that let people without an account download a file, and a new one. */
export function FileLinksDialog({ file, onClose }: { file: LinkedFile; onClose: () => void }) {
  const text = useText()
  const create = useCreateFileLink(file.id)
  const form = useForm({
    initialValues: { expires: '', maxUses: '', mailDomains: [] as string[] },
    validate: {
      expires: (day) => (day !== '' && endOfDay(day) <= Date.now() ? text('ApiKeys.expiryPast') : null),
      maxUses: (uses) => (uses === '' || /^[1-9]\d{0,5}$/.test(uses.trim()) ? null : text('VisitorLinks.maxUsesRule')),
      mailDomains: (domains) =>
        domains.every((domain) => mailDomain.safeParse(domain).success) ? null : text('VisitorLinks.domainRule'),
    },
  })

  function submit({ expires, maxUses, mailDomains }: typeof form.values) {
    const most = maxUses.trim()
    create.mutate(
      {
        mailDomains,
        ...(most === '' ? {} : { maxUses: Number(most) }),
        ...(expires === '' ? {} : { expiresAt: new Date(endOfDay(expires)).toISOString() }),
      },
      {
        onSuccess() {
          toastSuccess(text('VisitorLinks.made'))
          form.reset()
        },
      },
    )
  }

  const failure = unplacedFailure(create.error, form.errors)
  return (
    <FormDialog
      title={text('FileLinks.title', { name: file.name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('VisitorLinks.create')}
      submitting={create.isPending}
      failure={failure && visitorFailureText(text, failure, 'creating a link')}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('FileLinks.about')}
        </Text>
        <Links file={file} />
        <DayInput
          label={text('ApiKeys.expires')}
          description={text('VisitorLinks.expiresExplanation')}
          {...form.getInputProps('expires')}
        />
        <TextInput
          inputMode="numeric"
          label={text('VisitorLinks.maxUses')}
          description={text('VisitorLinks.maxUsesExplanation')}
          {...form.getInputProps('maxUses')}
        />
        <TagsInput
          label={text('VisitorLinks.mailDomains')}
          description={text('VisitorLinks.mailDomainsExplanation')}
          placeholder="example.com"
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          {...form.getInputProps('mailDomains')}
        />
      </Stack>
    </FormDialog>
  )
}

function Links({ file }: { file: LinkedFile }) {
  const text = useText()
  const found = useFileLinks(file.id)
  const revoke = useConfirmedRevoke(file)
  if (found.isError) return <FailureState error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <LoadingBlock />
  const { links } = found.data
  if (links.length === 0) return <Text size="sm">{text('VisitorLinks.empty.title')}</Text>
  return (
    <ul className={classes.links} aria-label={text('FileLinks.title', { name: file.name })}>
      {links.map((link) => (
        <li key={link.id}>
          <LinkState state={link.state} />
          <Text size="sm" className={classes.facts}>
            {factsOf(text, link)}
          </Text>
          {link.state === 'active' && (
            <Group gap="xs" wrap="nowrap">
              <CopyButton value={link.url} label={text('VisitorLinks.copy', { engine: file.name })} />
              <Button
                variant="subtle"
                c="var(--sw-fail)"
                size="xs"
                aria-label={text('VisitorLinks.revoke.confirm', { engine: file.name })}
                onClick={() => void revoke(link)}
              >
                {text('VisitorLinks.revoke')}
              </Button>
            </Group>
          )}
        </li>
      ))}
    </ul>
  )
}

function factsOf(text: ReturnType<typeof useText>, { uses, maxUses, results, expiresAt, mailDomains }: VisitorLink) {
  return [
    text('FileLinks.uses', { uses: maxUses === null ? uses : text('VisitorLinks.usesOf', { uses, maxUses }) }),
    text('FileLinks.downloads', { count: results }),
    expiresAt === null ? text('FileLinks.endless') : text('FileLinks.until', { day: formatDay(new Date(expiresAt)) }),
    ...mailDomains,
  ].join(' · ')
}

function useConfirmedRevoke({ id, name: engine }: LinkedFile): (link: VisitorLink) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const revoke = useRevokeLink(linkKeys.ofFile(id))
  return async (link) => {
    const confirmed = await dialogs.confirm({
      title: text('VisitorLinks.revoke'),
      text: text('VisitorLinks.revoke.text', { engine }),
      confirmLabel: text('VisitorLinks.revoke.confirm', { engine }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) revoke.mutate(link.id, { onSuccess: () => toastSuccess(text('VisitorLinks.revoked', { engine })) })
  }
}
