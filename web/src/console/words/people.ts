/** The words of the pages of people and of clubs, in English. */
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  peoplePage: {
    title: 'People',
    find: 'Find by name, address or club',
    found: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    add: 'Add a person',
    addNow: 'Add',
    signInLink: 'Sign-in link',
    signInLinkOf: (name: string) => `Sign-in link for ${name}`,
    close: 'Close account',
    closeOf: (name: string) => `Close account: ${name}`,
    closeTitle: (name: string) => `Close the account of ${name}?`,
    closeHint: 'Sessions end and keys are revoked at once. History keeps the name.',
    closed: (name: string) => `The account of ${name} is closed.`,
    noEmail: 'no address',
    onlyOperators: 'Only operators see this page.',
  },
  clubPage: {
    members: 'Members',
    you: 'you',
    roleOf: (name: string) => `Role of ${name}`,
    roleSaved: (name: string, role: string) => `${name}: ${role}.`,
    removeOf: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove ${name} from the club?`,
    removeHint: 'From the next request on they cannot see the club and its regattas.',
    removed: (name: string) => `${name} was removed.`,
    invite: 'Invite somebody',
    inviteHint: 'The link works once, for 7 days.',
    inviteEmailHint: 'Leave it empty for a link that anybody can use.',
    makeLink: 'Make the link',
    pending: 'Open invitations',
    anybody: 'Anybody with the link',
    expires: (when: string) => `until ${when}`,
    withdraw: 'Withdraw',
    withdrawOf: (whom: string) => `Withdraw the invitation: ${whom}`,
    withdrawn: 'The invitation was withdrawn.',
    rename: 'Rename the club',
    leave: 'Leave the club',
    leaveTitle: (club: string) => `Leave ${club}?`,
    leaveHint: 'You will need an invitation to come back.',
    left: (club: string) => `You have left ${club}.`,
    history: 'History of the club',
  },
};

export const peopleWords = partWords('people', english);
