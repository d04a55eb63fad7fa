import { createFileRoute } from '@tanstack/react-router'
import { PageNotFound } from '#web/components/page/page-not-found.tsx'

/** Any unknown URL: keeps the menu, which is missing if the visitor is not signed in. */
export const Route = createFileRoute('/_app/$')({
  staticData: { title: 'notFound.title' },
  component: () => <PageNotFound />,
})
