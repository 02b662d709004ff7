import { Alert, Button, Checkbox, FileButton, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { portfolioExtensions } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useCheckPortfolio } from '../mutations.ts'
import { useStoredPortfolios } from '../queries.ts'

const searchMillis = 250

interface ChoosePortfolioProps {
  readonly engine: EngineDetail
  readonly onChecked: (run: string) => void
}

/** Chooses the file: it is checked at once, and started after its columns were seen. */
export function ChoosePortfolio({ engine, onChecked }: ChoosePortfolioProps) {
  const text = useText()
  const serverText = useServerText()
  const check = useCheckPortfolio()
  const [keepInputs, setKeepInputs] = useState(true)
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, searchMillis)
  const stored = useStoredPortfolios(asked)
  const extensions = portfolioExtensions.map((each) => `.${each}`)

  function choose(content: File | { fileId: string }) {
    const address = { product: engine.productId, engine: engine.id, versionId: engine.version.id }
    check.mutate({ ...address, keepInputs, content }, { onSuccess: ({ id }) => onChecked(id) })
  }

  const { error } = check
  return (
    <Panel title={text('Portfolio.choose')}>
      <Stack gap="md">
        <Text>{text('Portfolio.about')}</Text>
        <Checkbox
          label={text('Portfolio.keepInputs')}
          checked={keepInputs}
          onChange={(event) => setKeepInputs(event.currentTarget.checked)}
        />
        <Group gap="md" align="flex-end">
          <FileButton
            accept={extensions.join(',')}
            onChange={(file) => file !== null && choose(file)}
            inputProps={{ 'aria-label': text('Portfolio.upload') }}
          >
            {(props) => (
              <Button leftSection={<IconUpload />} loading={check.isPending} {...props}>
                {text('Portfolio.upload')}
              </Button>
            )}
          </FileButton>
          <Select
            w="var(--sw-field-width)"
            maw="100%"
            label={text('Portfolio.stored')}
            placeholder={text('Portfolio.stored.hint')}
            data={(stored.data ?? []).map(({ id, path }) => ({ value: id, label: path }))}
            searchable
            searchValue={search}
            onSearchChange={setSearch}
            nothingFoundMessage={text('Portfolio.stored.none')}
            value={null}
            disabled={check.isPending}
            onChange={(fileId) => fileId !== null && choose({ fileId })}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {text('Portfolio.rule', { kinds: extensions.join(' ') })}
        </Text>
        {error !== null && (
          <Alert color="red" role="alert" title={errorText(text, error)}>
            {error instanceof ApiError && error.code === 'INVALID_PORTFOLIO' && serverText(error.message)}
          </Alert>
        )}
      </Stack>
    </Panel>
  )
}
