import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/messages/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { PageTrail } from '../../ui/page/PageTrail.tsx'

/** Shows a failure that no other page could show. */
export function ErrorPage() {
  const text = useText()
  return (
    <Page title={text('ErrorPage.title')}>
      <PageTrail items={[{ label: text('Catalogue.title'), to: '/' }, { label: text('ErrorPage.title') }]} />
      <EmptyState
        icon={<IconAlertTriangle />}
        title={text('ErrorPage.heading')}
        text={text('ErrorPage.text')}
        action={
          <Button component={Link} to="/">
            {text('NotFound.home')}
          </Button>
        }
      />
    </Page>
  )
}
