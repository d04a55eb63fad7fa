import { createFileRoute } from '@tanstack/react-router'
import { OpenPage } from '#web/features/shared/shell/open-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'

const Page = () => {
  const { company, to } = Route.useSearch()
  return <OpenPage companyId={company} to={to} />
}

export const Route = createFileRoute('/_app/open')({
  validateSearch: textSearch('company', 'to'),
  staticData: { title: 'shell.link.page', ability: 'profile.view' },
  component: Page,
})
