"""Online: interleaved searches, and how far offline metrics told what they said."""
