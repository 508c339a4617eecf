{{ rankhouse.click_judgments(ref("click_log"), method="pbm", examination=ref("examination")) }}
