/** Fixed texts of a printed calculator, besides those of its author. */
export const printWords = {
  en: {
    inputs: 'Inputs',
    results: 'Results',
    scenario: (name: string) => `Scenario ${name}`,
    noResults: 'There are no results for these inputs.',
    moreRows: (count: number) => `${count} more rows are not printed.`,
    yes: 'Yes',
    no: 'No',
    computed: (when: string) => `computed ${when}`,
  },
  ja: {
    inputs: '入力',
    results: '結果',
    scenario: (name: string) => `シナリオ ${name}`,
    noResults: 'この入力では結果がありません。',
    moreRows: (count: number) => `ほかに ${count} 行あり、印刷していません。`,
    yes: 'はい',
    no: 'いいえ',
    computed: (when: string) => `${when} 計算`,
  },
} as const
