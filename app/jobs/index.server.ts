export { startSchedule, type ScheduledJob } from './schedule.server';
