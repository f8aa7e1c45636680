/**
 * The pages about people, clubs, keys, the installation and new regattas: one file, loaded when one of them is opened, because
 * people who run a race seldom open them.
 */
export { AccountPage } from './account-page.tsx';
export { ClubPage } from './club-page.tsx';
export { InstallationPage } from './installation-page.tsx';
export { KeyPage } from './key-page.tsx';
export { NewEventPage } from './new-event-page.tsx';
export { PeoplePage } from './people-page.tsx';
