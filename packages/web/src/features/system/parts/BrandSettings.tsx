import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { type Brand, logoLimit } from '@sheetwright/contract/tenants/tenant-settings.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { pictureAddress } from '../../../ui/picture-address.ts'
import { useSaveTenantSettings } from '../mutations.ts'
import classes from './BrandSettings.module.css'

/** The organisation's branding on visitor pages. */
export function BrandSettings({ brand }: { brand: Brand }) {
  const text = useText()
  const save = useSaveTenantSettings()
  const [draft, setDraft] = useState(brand)
  const isColour = draft.colour === null || /^#[0-9a-f]{6}$/i.test(draft.colour)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(brand)

  async function takeLogo(file: File | null) {
    if (file === null) return
    const logo = await pictureAddress(file)
    if (logo.length > logoLimit) toastFailure(text('Tenant.logoTooLarge'))
    else setDraft((before) => ({ ...before, logo }))
  }

  return (
    <Stack gap="sm" className={classes.brand ?? ''}>
      <h3>{text('Tenant.brand')}</h3>
      <Text c="dimmed" size="sm">
        {text('Tenant.brandAbout')}
      </Text>
      <TextInput
        label={text('Tenant.brandName')}
        value={draft.name ?? ''}
        maxLength={120}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value || null })}
      />
      <TextInput
        label={text('Tenant.brandColour')}
        placeholder="#RRGGBB"
        maxLength={7}
        value={draft.colour ?? ''}
        error={isColour ? undefined : text('Tenant.colourRule')}
        rightSection={
          isColour && draft.colour !== null ? (
            <span className={classes.swatch} style={{ backgroundColor: draft.colour }} />
          ) : undefined
        }
        onChange={(event) => setDraft({ ...draft, colour: event.currentTarget.value.trim() || null })}
      />
      <Group gap="sm">
        {draft.logo !== null && <img src={draft.logo} alt={text('Tenant.logo')} className={classes.logo} />}
        <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => void takeLogo(file)}>
          {(props) => (
            <Button {...props} variant="default">
              {text('Tenant.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {draft.logo !== null && (
          <Button variant="subtle" onClick={() => setDraft({ ...draft, logo: null })}>
            {text('Tenant.removeLogo')}
          </Button>
        )}
      </Group>
      <div>
        <Button
          loading={save.isPending}
          disabled={!isChanged || !isColour}
          onClick={() => save.mutate({ brand: draft }, { onSuccess: () => toastSuccess(text('Tenant.saved')) })}
        >
          {text('Tenant.saveBrand')}
        </Button>
      </div>
    </Stack>
  )
}
