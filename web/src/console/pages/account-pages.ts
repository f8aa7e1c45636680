/** The pages about people, clubs and keys: one file, loaded when one of them is opened; whoever runs a race seldom does. */
export { AccountPage } from './account-page.tsx';
export { ClubPage } from './club-page.tsx';
export { KeyPage } from './key-page.tsx';
export { PeoplePage } from './people-page.tsx';
