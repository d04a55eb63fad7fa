import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '#web/features/identity/auth/register-page.tsx'

export const Route = createFileRoute('/_public/register')({
  loader: ({ context }) => context.texts.loadNamespaces(['auth', 'validation']),
  staticData: { title: 'auth:register.title' },
  component: RegisterPage,
})
