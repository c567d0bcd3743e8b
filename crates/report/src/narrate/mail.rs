//! Which step sent the message that another receives.

use program::interpreter::Message;

/// For each channel that there is, the step that sent each of its messages, oldest first.
#[derive(Default)]
pub struct Mail {
    channels: Vec<Vec<usize>>,
}

impl Mail {
    /// Follows a message through its buffer, and says which step sent it if it is received.
    pub fn pass(&mut self, step: usize, message: &Message) -> Option<usize> {
        // A rendezvous has no buffer, and a message that is lost is in none.
        let slot = message.slot?;
        let number = usize::try_from(message.channel).ok()?.checked_sub(1)?;
        if self.channels.len() <= number {
            self.channels.resize_with(number + 1, Vec::new);
        }
        let buffer = &mut self.channels[number];
        if message.sent {
            buffer.insert(slot.min(buffer.len()), step);
            return None;
        }
        (slot < buffer.len()).then(|| buffer.remove(slot))
    }

    /// Forgets the channels of processes that are gone: their numbers will be given again.
    pub fn keep(&mut self, count: usize) {
        self.channels.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(sent: bool, slot: usize) -> Message {
        Message {
            pid: 0,
            channel: 1,
            sent,
            fields: Vec::new(),
            lost: false,
            slot: Some(slot),
        }
    }

    /// A sorted send goes before what is greater, and a random receive takes from the middle.
    #[test]
    fn messages_are_followed_through_any_slot() {
        let mut mail = Mail::default();
        assert_eq!(mail.pass(0, &message(true, 0)), None);
        assert_eq!(mail.pass(1, &message(true, 0)), None);
        assert_eq!(mail.pass(2, &message(true, 2)), None);
        assert_eq!(mail.pass(3, &message(false, 1)), Some(0));
        assert_eq!(mail.pass(4, &message(false, 0)), Some(1));
        assert_eq!(mail.pass(5, &message(false, 0)), Some(2));
    }

    #[test]
    fn a_channel_that_is_made_again_is_empty() {
        let mut mail = Mail::default();
        mail.pass(0, &message(true, 0));
        mail.keep(0);
        mail.pass(1, &message(true, 0));
        assert_eq!(mail.pass(2, &message(false, 0)), Some(1));
    }
}
