import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from './queries.ts'
import classes from './unread.module.css'

/** How many conversations wait to be read, beside the way to them. */
export default function UnreadCount() {
  const { data } = useQuery(unreadQuery())
  if (!data?.unread) return null
  return (
    <b className={classes.count} aria-label={`${data.unread} unread`}>
      {data.unread > 99 ? '99+' : data.unread}
    </b>
  )
}
