"""Online: interleaved searches, how far offline metrics told what they said, and other policies' rewards from logs."""
