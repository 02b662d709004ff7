import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Breadcrumbs } from '../src/ui/navigation/Breadcrumbs.tsx'
import { PageTabs } from '../src/ui/navigation/PageTabs.tsx'
import { FilterBar } from '../src/ui/page/FilterBar.tsx'
import { Panel } from '../src/ui/page/Panel.tsx'
import { SplitPane } from '../src/ui/page/SplitPane.tsx'
import { RichTextEditor } from '../src/ui/rich-text/RichTextEditor.tsx'
import { StatusChip } from '../src/ui/StatusChip.tsx'
import classes from './gallery.module.css'
import { type Say, Specimen, Specimens } from './Specimen.tsx'

export function PageSpecimens({ say }: { say: Say }) {
  const [tab, setTab] = useState('inputs')
  const [search, setSearch] = useState('')
  const [html, setHtml] = useState(say('<p>A tariff by age.</p>', '<p>年齢別の料率です。</p>'))
  const inputs = say('Inputs', '入力項目')
  const outputs = say('Outputs', '出力項目')
  return (
    <Specimens title={say('Parts of a page', 'ページの部品')}>
      <Specimen name="Breadcrumbs">
        <Breadcrumbs items={[{ label: say('Products', '商品'), to: '/' }, { label: say('Motor', '自動車') }]} />
      </Specimen>
      <Specimen name="Panel">
        <Panel title={say('Documents', '書類')} actions={<Button variant="default">{say('Add', '追加')}</Button>}>
          <StatusChip tone="pass" icon={<IconCheck />}>
            {say('Complete', '完了')}
          </StatusChip>
        </Panel>
        <Panel title={say('Notes', 'メモ')} note={say('None yet', 'まだありません')} />
      </Specimen>
      <Specimen name="PageTabs">
        <PageTabs
          label={say('Interface', 'インターフェース')}
          tabs={[
            { id: 'inputs', label: inputs, count: 12, content: <Text>{inputs}</Text> },
            { id: 'outputs', label: outputs, count: 0, content: <Text>{outputs}</Text> },
          ]}
          current={tab}
          onChange={setTab}
        />
      </Specimen>
      <Specimen name="FilterBar" wide>
        <FilterBar searchLabel={say('Search products', '商品を検索')} search={search} onSearch={setSearch} />
      </Specimen>
      <Specimen name="SplitPane" wide>
        <div className={classes['box']}>
          <SplitPane
            label={say('Width of the list', '一覧の幅')}
            start={<Text>{say('List', '一覧')}</Text>}
            end={<Text>{say('Details', '詳細')}</Text>}
          />
        </div>
      </Specimen>
      <Specimen name="RichTextEditor" wide>
        <RichTextEditor label={say('Summary', '概要')} html={html} onChange={setHtml} />
      </Specimen>
    </Specimens>
  )
}
