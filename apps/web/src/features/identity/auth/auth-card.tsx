import { Box, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; description?: ReactNode; children?: ReactNode; footer?: ReactNode; below?: ReactNode }

/** The card that every page of the sign-in group is. */
export const AuthCard = ({ title, description, children, footer, below }: Props) => (
  <Box w="100%" maw={430}>
    <Paper p={{ base: 24, sm: 36 }} radius="lg" shadow="md" withBorder>
      <Title order={1} fz={26}>
        {title}
      </Title>
      {description ? (
        <Text c="dimmed" mt={6} component="div">
          {description}
        </Text>
      ) : null}
      {children ? <Box mt="lg">{children}</Box> : null}
    </Paper>
    {footer ? (
      <Text ta="center" mt="md" size="sm" component="div">
        {footer}
      </Text>
    ) : null}
    {below}
  </Box>
)
